import type { LocalGuild } from '@mynah/local-discord/guild';
import type { Invocation } from '@mynah/local-discord/people/invocation';
import type { Person } from '@mynah/local-discord/people/person';
import type { SeenMessage } from '@mynah/local-discord/people/seen-message';
import { interactiveParts, textsOf } from '@mynah/local-discord/rules/component-rules';

/** Aborts a test's wait. */
const patience = (): AbortSignal => AbortSignal.timeout(30_000);

/** What a person is shown, whatever it is made of. */
export function shown({ content, components }: Pick<SeenMessage, 'content' | 'components'>): string {
  return [content, ...textsOf(components)].join('\n');
}

/** Everything that a manager does in `/settings`, by the buttons, menus and forms that are shown. */
export class Panel {
  readonly #manager: Person;
  readonly #channelId: string;

  constructor(manager: Person, guild: LocalGuild) {
    this.#manager = manager;
    this.#channelId = guild.channel('general').id;
  }

  open(): Promise<SeenMessage> {
    return answer(this.#manager.type('/settings', {}, { channelId: this.#channelId }));
  }

  /** Opens a page. */
  async page(topic: string): Promise<SeenMessage> {
    return this.press(await this.open(), `settings:open:${topic}`);
  }

  press(message: SeenMessage, customId: string): Promise<SeenMessage> {
    return answer(this.#manager.click(message, customId));
  }

  /** Turns a setting of a page on or off; the page after it. */
  async turn(topic: string, id: string, isOn: boolean): Promise<SeenMessage> {
    return this.press(await this.page(topic), `settings:switch:${id}:${isOn ? 'on' : 'off'}`);
  }

  /** Chooses in a menu of a page; the page after it. */
  async choose(topic: string, id: string, values: readonly string[]): Promise<SeenMessage> {
    const page = await this.page(topic);
    const ids = interactiveParts(page.components).map(({ custom_id: customId }) => customId ?? '');
    const customId = ids.find(
      (its) => its.startsWith(`settings:choose:${id}`) || its.startsWith(`settings:people:${id}`),
    );
    return answer(this.#manager.select(page, customId ?? id, values));
  }

  /** Fills in a form of a page; the page after it, or the refusal. */
  async fill(topic: string, form: string, fields: Readonly<Record<string, string>>): Promise<SeenMessage> {
    const opener = await this.#manager.click(await this.page(topic), `settings:form:${form}`);
    await opener.opened(patience());
    return answer(this.#manager.submitModal(opener, fields));
  }
}

/** The reply to an interaction. */
export async function answer(invocation: Invocation | Promise<Invocation>): Promise<SeenMessage> {
  return (await invocation).reply(patience());
}
