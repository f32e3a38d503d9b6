import { type APIApplicationCommandSubcommandOption, ApplicationCommandOptionType } from 'discord.js';
import { ephemeral, type Reply } from '../../src/discord/client/replies.ts';
import { type Button, buttonRows } from '../../src/discord/interactions/buttons.ts';
import type {
  CommandContext,
  CommandOptions,
  ComponentContext,
  InteractionContext,
} from '../../src/discord/interactions/command.ts';
import type { Services } from '../../src/discord/services.ts';
import { findVoice, requesterOf } from '../../src/discord/voice-models/find-voice-model.ts';
import {
  retiringMessage,
  shownTitle,
  voiceStatusMessage,
} from '../../src/discord/voice-models/voice-model-messages.ts';
import { UserError } from '../../src/errors.ts';
import { CATALOGUES } from '../../src/messages/catalogues.ts';
import type { Messages } from '../../src/messages/messages.ts';
import { PROSODY_BOUNDS } from '../../src/speech/delivery.ts';
import type { ChoiceScope, ChosenSound, KnownVoice, StandingChoices } from '../../src/voice-models/voice-models-api.ts';
import { lookupLimit } from '../command-limits.ts';
import { type VoiceSubcommand, voiceCustomId } from './subcommand.ts';
import { voiceOption } from './voice-option.ts';

/** What stands for the default voice; people may also enter its name in any language. */
export const DEFAULT_VOICE = 'default';

const DEFAULT_NAMES: ReadonlySet<string> = new Set(
  [DEFAULT_VOICE, ...Object.values(CATALOGUES).map(({ voiceModels }) => voiceModels.defaultVoice)].map(enteredKey),
);

/** What the buttons below an answer do. A colon is in no voice's id. */
const ACTS = ['move:everywhere', 'move:here', 'reset:here', 'reset:everywhere'] as const;
type Act = (typeof ACTS)[number];

const NAME = 'use';

const define = (messages: Messages): APIApplicationCommandSubcommandOption => {
  const { description, voiceOption: voice, options } = messages.voiceModels.command.use;
  const { speed, volumeDb } = PROSODY_BOUNDS;
  const type = ApplicationCommandOptionType.Number;
  return {
    type: ApplicationCommandOptionType.Subcommand,
    name: NAME,
    description,
    options: [
      { ...voiceOption(messages), description: voice },
      { type, name: 'speed', description: options.speed, min_value: speed.min, max_value: speed.max },
      { type, name: 'volume', description: options.volume, min_value: volumeDb.min, max_value: volumeDb.max },
      { type: ApplicationCommandOptionType.User, name: 'member', description: options.member },
    ],
  };
};

/** How fast and loud, as far as somebody said so. */
type Prosody = Pick<ChosenSound, 'speed' | 'volumeDb'>;

/**
 * `/voice use`: how a person's own texts sound. In a server the choice applies there; buttons make it apply everywhere or
 * only there, and take it back. Outside of servers it applies everywhere. What is left out of speed and volume stays. Who
 * may change the server's settings chooses for a `member`, in that server.
 */
export function createVoiceUse({ voices, access }: Pick<Services, 'voices' | 'access'>): VoiceSubcommand {
  const choose = async (context: InteractionContext, entered: string, prosody: Prosody = {}): Promise<Reply> => {
    const voice = isDefault(entered) ? undefined : await usableVoice(context, entered);
    const scope = usualScope(context);
    const { here, everywhere } = await voices.choicesOf(requesterOf(context));
    const { speed = here?.speed ?? everywhere?.speed, volumeDb = here?.volumeDb ?? everywhere?.volumeDb } = prosody;
    const isReset = voice === undefined && prosody.speed === undefined && prosody.volumeDb === undefined;
    return await use(context, scope, isReset ? { voice } : { voice, speed, volumeDb }, voice);
  };

  const usableVoice = async (context: InteractionContext, entered: string): Promise<KnownVoice> => {
    const voice = await findVoice(voices, context, entered);
    if (voice.status !== 'ready') throw new UserError(voiceStatusMessage(context.messages, voice));
    return voice;
  };

  /** For another member, who may change it again. */
  const chooseFor = async (
    context: CommandContext,
    memberId: string,
    entered: string,
    prosody: Prosody,
  ): Promise<Reply> => {
    const { messages, place } = context;
    const texts = messages.voiceModels.use;
    if (place.kind !== 'guild') throw new UserError(texts.membersInServers);
    if (!(await access.isManager(place))) throw new UserError(texts.membersByManagers);
    const { guildId } = place;
    const member = { userId: memberId, guildId, managesGuild: false };
    const voice = isDefault(entered) ? undefined : await usableVoice(context, entered);
    if (voice !== undefined && !(await voices.isKnownTo(member, voice.id))) throw new UserError(texts.notForMember);
    const { here } = await voices.choicesOf(member);
    const { speed = here?.speed, volumeDb = here?.volumeDb } = prosody;
    const isReset = voice === undefined && prosody.speed === undefined && prosody.volumeDb === undefined;
    const sound = isReset ? { voice } : { voice, speed, volumeDb };
    if (isReset) await voices.takeBack(memberId, { guildId });
    else await voices.use(memberId, { guildId }, sound);
    return ephemeral(texts.forMember({ userId: memberId, sound: nameOf(messages, sound) }));
  };

  const use = async (
    context: InteractionContext,
    scope: ChoiceScope,
    sound: ChosenSound,
    voice: KnownVoice | undefined,
  ): Promise<Reply> => {
    await voices.use(context.userId, scope, sound);
    const chosen = chosenMessage(context.messages, scope, sound, voice);
    const retiring = voice && retiringMessage(context.messages, voice);
    return await standing(context, retiring === undefined ? chosen : `${chosen}\n⚠️ ${retiring}`);
  };

  /** What was done, what applies where now, and what can be done about it. */
  const standing = async (context: InteractionContext, done: string): Promise<Reply> => {
    const choices = await voices.choicesOf(requesterOf(context));
    const isInServer = context.place.kind === 'guild';
    return {
      ...ephemeral(`${done}\n${standingMessage(context.messages, choices, isInServer)}`),
      components: buttonRows(buttonsFor(context.messages, choices, isInServer)),
    };
  };

  const act = async (context: ComponentContext, what: Act): Promise<Reply> => {
    const { messages, userId } = context;
    const texts = messages.voiceModels.use;
    if (what === 'reset:everywhere') {
      await voices.takeBack(userId, 'everywhere');
      return await standing(context, texts.takenBackEverywhere);
    }
    const here = usualScope(context);
    if (what === 'reset:here') {
      await voices.takeBack(userId, here);
      return await standing(context, texts.takenBackHere);
    }
    const choices = await voices.choicesOf(requesterOf(context));
    const sound = what === 'move:here' ? choices.everywhere : choices.here;
    if (sound === undefined) throw new UserError(messages.interactions.oldButton);
    const voice = sound.voice && (await usableVoice(context, sound.voice.id));
    if (what === 'move:everywhere') return await use(context, 'everywhere', sound, voice);
    await voices.takeBack(userId, 'everywhere');
    return await use(context, here, sound, voice);
  };

  return {
    name: NAME,
    define,
    limit: lookupLimit('use'),
    run: async (context) => {
      const { options, userId } = context;
      const entered = options.string('voice') ?? '';
      const member = options.string('member');
      const isOwn = member === undefined || member === userId;
      await context.answer(
        await (isOwn
          ? choose(context, entered, prosodyOf(options))
          : chooseFor(context, member, entered, prosodyOf(options))),
      );
    },
    component: async (context) => {
      const what = ACTS.find((each) => each === context.argument);
      if (what === undefined) await context.answer(await choose(context, context.argument));
      else await context.update(await act(context, what));
    },
  };
}

function prosodyOf(options: CommandOptions): Prosody {
  return { speed: options.number('speed'), volumeDb: options.number('volume') };
}

function isDefault(entered: string): boolean {
  return DEFAULT_NAMES.has(enteredKey(entered));
}

function enteredKey(entered: string): string {
  return entered.trim().normalize('NFKC').toLowerCase();
}

function usualScope({ place }: InteractionContext): ChoiceScope {
  return place.kind === 'guild' ? { guildId: place.guildId } : 'everywhere';
}

function chosenMessage(
  messages: Messages,
  scope: ChoiceScope,
  sound: ChosenSound,
  voice: KnownVoice | undefined,
): string {
  const { use } = messages.voiceModels;
  const name = nameOf(messages, sound);
  if (scope !== 'everywhere') return use.here({ sound: name });
  if (voice?.isPrivateToGuild !== true) return use.everywhere({ sound: name });
  return voice.ownership === 'mine'
    ? use.onlyInItsServerAndDirect({ sound: name })
    : use.onlyInItsServer({ sound: name });
}

function standingMessage(
  messages: Messages,
  { here, everywhere }: Omit<StandingChoices, 'lastSaid'>,
  isInServer: boolean,
): string {
  const { use } = messages.voiceModels;
  const elsewhere = nameOf(messages, everywhere);
  if (!isInServer) return use.nowEverywhere({ sound: elsewhere });
  return use.nowHere({ here: nameOf(messages, here ?? everywhere), elsewhere });
}

function nameOf({ voiceModels }: Messages, sound: ChosenSound | undefined): string {
  const { voice, speed, volumeDb } = sound ?? {};
  return voiceModels.sound({ title: voice && shownTitle(voice.title), speed, volumeDb });
}

/** A way to everywhere or back for what stands, and a way out of each choice. */
function buttonsFor(
  { voiceModels: { buttons } }: Messages,
  { here, everywhere }: Omit<StandingChoices, 'lastSaid'>,
  isInServer: boolean,
): Button[] {
  const button = (act: Act, label: string): Button => [voiceCustomId(NAME, act), label];
  return [
    ...(here === undefined ? [] : [button('move:everywhere', buttons.useEverywhere)]),
    ...(here === undefined && everywhere !== undefined && isInServer ? [button('move:here', buttons.useOnlyHere)] : []),
    ...(here === undefined ? [] : [button('reset:here', buttons.resetHere)]),
    ...(everywhere === undefined ? [] : [button('reset:everywhere', buttons.resetEverywhere)]),
  ];
}
