import type { Texts } from '../text-types.ts';

/** What `/voice` and its subcommands are described with where people choose and fill them in. */
export function voiceCommandMessages(catalogue: Texts['voiceModels']['command'], coverFormats: string) {
  return {
    ...catalogue,
    create: {
      ...catalogue.create,
      options: {
        ...catalogue.create.options,
        cover: catalogue.create.options.cover({ coverFormats }),
      },
    },
    edit: {
      ...catalogue.edit,
      options: {
        ...catalogue.edit.options,
        cover: catalogue.edit.options.cover({ coverFormats }),
      },
    },
  };
}
