/** Names of languages by what people write after the marks of a code block. Colourings such as `ansi` and `diff` are none. */
const NAMES = new Map(
  Object.entries({
    ...{ bash: 'Bash', sh: 'Bash', shell: 'Bash', zsh: 'Bash', batch: 'Batch', bat: 'Batch', c: 'C', css: 'CSS' },
    ...{ cpp: 'C++', 'c++': 'C++', cs: 'C#', csharp: 'C#', 'c#': 'C#', dart: 'Dart', elixir: 'Elixir', go: 'Go' },
    ...{ golang: 'Go', haskell: 'Haskell', hs: 'Haskell', html: 'HTML', java: 'Java', js: 'JavaScript' },
    ...{
      javascript: 'JavaScript',
      jsx: 'JavaScript',
      mjs: 'JavaScript',
      json: 'JSON',
      json5: 'JSON',
      kotlin: 'Kotlin',
    },
    ...{
      kt: 'Kotlin',
      lua: 'Lua',
      markdown: 'Markdown',
      md: 'Markdown',
      nix: 'Nix',
      php: 'PHP',
      powershell: 'PowerShell',
    },
    ...{
      ps1: 'PowerShell',
      py: 'Python',
      python: 'Python',
      r: 'R',
      rb: 'Ruby',
      ruby: 'Ruby',
      rs: 'Rust',
      rust: 'Rust',
    },
    ...{ sass: 'Sass', scss: 'Sass', scala: 'Scala', sql: 'SQL', swift: 'Swift', toml: 'TOML', ts: 'TypeScript' },
    ...{ tsx: 'TypeScript', typescript: 'TypeScript', xml: 'XML', yaml: 'YAML', yml: 'YAML', zig: 'Zig' },
  }),
);

/** The name of a code block's language; `undefined` for none that people know. */
export function codeLanguage(info: string): string | undefined {
  return NAMES.get(info.toLowerCase());
}
