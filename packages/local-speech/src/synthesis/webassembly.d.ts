/** The part of the WebAssembly interface that is used here; TypeScript has it only among the types of browsers. */
declare namespace WebAssembly {
  /** Compiled code, opaque. */
  type Module = object;
  class Instance {
    constructor(module: Module, imports: object);
    readonly exports: object;
  }
  function compile(bytes: Uint8Array): Promise<Module>;
}
