import { bold } from '@discordjs/formatters';
import { createFormat } from '../format.ts';

const format = createFormat('es');

/** Permissions as the object of a sentence: `el permiso **Ver canal**`, `los permisos **Ver canal** y **Conectar**`. */
export function permissionsPhrase(names: readonly string[]): string {
  const list = format.list(names.map((name) => bold(name)));
  return format.plural(
    names.length,
    {
      one: 'el permiso {list}',
      many: 'los permisos {list}',
      other: 'los permisos {list}',
    },
    { list },
  );
}
