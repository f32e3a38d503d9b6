import type { CommandSet } from '../src/discord/interactions/command.ts';
import type { Services } from '../src/discord/services.ts';
import { createCaptions } from './captions.ts';
import { createHelp } from './help.ts';
import { createJoin } from './join.ts';
import { createLeave } from './leave.ts';
import { createPause } from './pause.ts';
import { createPrivacy } from './privacy.ts';
import { createQueue } from './queue.ts';
import { createResume } from './resume.ts';
import { createSay } from './say.ts';
import { createSettings } from './settings.ts';
import { createSkip } from './skip.ts';
import { createStop } from './stop.ts';
import { createTranscribe } from './transcribe.ts';
import { createTranscribeMenu } from './transcribe-menu.ts';
import { createVoice } from './voice.ts';

/** All commands, in the order in which `/help` shows them, and all entries of the menus of messages. */
export function createCommands(services: Services): CommandSet {
  const commands = [
    createSay(services),
    createJoin(services),
    createLeave(services),
    createSkip(services),
    createStop(services),
    createPause(services),
    createResume(services),
    createQueue(services),
    createVoice(services),
    createCaptions(services),
    createTranscribe(services),
    createPrivacy(services),
    createSettings(services),
  ];
  return { commands: [...commands, createHelp(commands)], menus: [createTranscribeMenu(services)] };
}
