// Runs in the browser: the viewer is a global of the script before this one.
globalThis.SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#api",
  deepLinking: true,
  docExpansion: "list",
  filter: true,
  // Long schemas stay folded; what a call looks like is told by its example.
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  // A key is forgotten with the page.
  persistAuthorization: false,
  // Would send the description to a site that checks it.
  validatorUrl: null,
});
