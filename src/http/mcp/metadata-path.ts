/** Where the OAuth metadata of this server lies; of an address on it, the path comes behind (RFC 9728 §3.1). */
export const METADATA = "/.well-known/oauth-protected-resource";
export const MCP_METADATA = `${METADATA}/mcp` as const;
