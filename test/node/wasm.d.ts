/** Code that Node checks reaches the experts' WebAssembly, which only a bundle can load. */
declare module "*.wasm" {
  const module: WebAssembly.Module;
  export default module;
}
