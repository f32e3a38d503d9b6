import type { NumberedEvent } from '../../../../src/captions/overlay/overlay-api.ts';
import { openScene, type Scene } from '../captions-scene.ts';
import { GUILD } from '../fakes.ts';

/** Who makes links, and says nothing. */
export const MAKER = 'carol';

/** A viewer of captions, and what is on their screen. */
export class Viewer {
  /** By line id: the speaker and the text, in the order in which they came. */
  readonly lines = new Map<string, string>();
  readonly kinds: string[] = [];
  lastId: string | undefined;
  state: string | undefined;

  readonly show = ({ id, event }: NumberedEvent): void => {
    this.lastId = id;
    this.kinds.push(event.kind);
    if (event.kind === 'line')
      this.lines.set(event.lineId, `${event.speaker}: ${event.text}${event.isFinal ? '' : '…'}`);
    else if (event.kind === 'remove') this.lines.delete(event.lineId);
    else if (event.kind === 'reset') this.lines.clear();
    else this.state = event.state;
  };

  get texts(): string[] {
    return [...this.lines.values()];
  }

  /** Connects, and catches up from where they were. False when there is no such link. */
  async watch({ captions }: Pick<Scene, 'captions'>, secret: string): Promise<boolean> {
    const stream = await captions.overlays.open(secret, this.lastId, this.show);
    for (const event of stream?.backlog ?? []) this.show(event);
    return stream !== undefined;
  }
}

/** Makes a link to the captions that are on; its secret. */
export async function makeLink(
  { captions }: Pick<Scene, 'captions'>,
  userId = MAKER,
): Promise<{ secret: string; linkId: string }> {
  const status = await captions.status(GUILD);
  const sessionId = status?.session.sessionId ?? '';
  const outcome = await captions.overlays.create({ guildId: GUILD, sessionId, userId });
  if (outcome.kind !== 'created') throw new Error(`there is no link: ${outcome.kind}`);
  return { secret: outcome.secret, linkId: outcome.link.linkId };
}

/** Captions that are on, with a link and a viewer. */
export async function openOverlay(
  interim = false,
  options: Parameters<typeof openScene>[0] = {},
): Promise<{ scene: Scene; secret: string; linkId: string; viewer: Viewer }> {
  const scene = openScene(options);
  await scene.captions.recover();
  await scene.begin(interim);
  const viewer = new Viewer();
  const link = await makeLink(scene);
  await viewer.watch(scene, link.secret);
  return { scene, ...link, viewer };
}
