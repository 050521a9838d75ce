// The theme that is set in the web app, which has the same store; else the one of the system.
const themeSet = () => {
  try {
    return JSON.parse(localStorage.getItem("impresario.settings") ?? "{}").theme;
  } catch {
    return "system";
  }
};
const darkSystem = matchMedia("(prefers-color-scheme: dark)");
const showTheme = () => {
  const theme = themeSet();
  const isDark = theme === "dark" || (theme !== "light" && darkSystem.matches);
  document.documentElement.classList.toggle("dark-mode", isDark);
};
showTheme();
darkSystem.addEventListener("change", showTheme);

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
