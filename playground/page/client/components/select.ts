import type { APISelectMenuComponent } from 'discord-api-types/v10';
import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { MessageView } from '../../protocol.ts';
import { attempt, usePage, usePageState } from '../page.ts';
import { Listbox } from '../parts/listbox.ts';
import { choicesOf, defaultsOf } from './options.ts';

interface MessageSelectProps {
  readonly select: APISelectMenuComponent;
  readonly message: MessageView;
}

/** A select of a message. What is chosen stays until the bot changes the message. */
export function MessageSelect({ select, message }: MessageSelectProps): VNode {
  const page = usePage();
  const { store, texts } = page;
  const servers = usePageState((state) => state.servers);
  const choices = useMemo(() => choicesOf(select, store.state), [select, servers]);
  const [chosen, setChosen] = useState(() => defaultsOf(select));
  const [isBusy, setBusy] = useState(false);
  useEffect(() => setChosen(defaultsOf(select)), [select]);
  const choose = async (values: readonly string[]): Promise<void> => {
    setChosen(values);
    setBusy(true);
    const { channelId, id: messageId } = message;
    await attempt(page, { kind: 'select', channelId, messageId, customId: select.custom_id, values });
    setBusy(false);
  };
  return html`
    <${Listbox}
      name=${select.placeholder ?? texts.messages.select}
      placeholder=${select.placeholder ?? texts.messages.choose}
      choices=${choices}
      chosen=${chosen}
      least=${select.min_values ?? 1}
      most=${select.max_values ?? 1}
      isDisabled=${select.disabled === true || isBusy}
      onChoose=${choose}
    />
  `;
}
