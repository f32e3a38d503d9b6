import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/** Beside this file, so that its imports are found. It exists only in memory. */
const FILE = fileURLToPath(new URL('./kubernetes-resource.ts', import.meta.url));
const OPTIONS: ts.CompilerOptions = {
  ...{ strict: true, noEmit: true, skipLibCheck: true, types: [], lib: ['lib.es5.d.ts'] },
  ...{
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ESNext,
  },
};
const host = ts.createCompilerHost(OPTIONS);
/** Those of the types, which all resources share. */
const files = new Map<string, ts.SourceFile | undefined>();

/** What a resource has that the types of Kubernetes don't: unknown or missing fields, and values of other types. */
export function kubernetesErrors(resource: { readonly apiVersion: string; readonly kind: string }): string[] {
  const { apiVersion, kind } = resource;
  const group = apiVersion === 'v1' ? 'core/v1' : apiVersion.replace(/\.k8s\.io\//, '/');
  const source = `import type { ${kind} } from 'kubernetes-types/${group}';
export const resource: ${kind} = ${JSON.stringify(resource)};`;
  const program = ts.createProgram([FILE], OPTIONS, {
    ...host,
    getSourceFile: (name, options) => {
      if (name === FILE) return ts.createSourceFile(name, source, options);
      if (!files.has(name)) files.set(name, host.getSourceFile(name, options));
      return files.get(name);
    },
    fileExists: (name) => name === FILE || host.fileExists(name),
  });
  return ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}
