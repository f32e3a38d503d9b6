import type { CommandSet } from '../src/discord/interactions/command.ts';
import type { HelpGroup } from '../src/discord/interactions/help-topics.ts';
import type { Services } from '../src/discord/services.ts';
import { createAutoread } from './autoread.ts';
import { createCaptions } from './captions.ts';
import { createDoctorCommand } from './doctor.ts';
import { createHelp } from './help.ts';
import { createJoin } from './join.ts';
import { createLeave } from './leave.ts';
import { createPause } from './pause.ts';
import { createPrivacy } from './privacy.ts';
import { createPronounce } from './pronounce.ts';
import { createQueue } from './queue.ts';
import { createResume } from './resume.ts';
import { createSay } from './say.ts';
import { createSettings } from './settings.ts';
import { createSkip } from './skip.ts';
import { createSpeakMenu } from './speak-menu.ts';
import { createStop } from './stop.ts';
import { createTranscribe } from './transcribe.ts';
import { createTranscribeMenu } from './transcribe-menu.ts';
import { createUsage } from './usage.ts';
import { createVoice } from './voice.ts';

/** All commands and message menus, in the groups and the order in which `/help` lists them. */
export function createCommands(services: Services): CommandSet {
  const speaking = [
    createSay(services),
    createJoin(services),
    createLeave(services),
    createSkip(services),
    createStop(services),
    createPause(services),
    createResume(services),
    createQueue(services),
    createAutoread(services),
    createPronounce(services),
  ];
  const captions = [createCaptions(services)];
  const transcription = [createTranscribe(services)];
  const speakMenu = createSpeakMenu(services);
  const transcribeMenu = createTranscribeMenu(services);
  const voices = [createVoice(services)];
  const settings = [createUsage(services), createPrivacy(services), createSettings(services)];
  const doctor = createDoctorCommand(services);
  const groups: readonly HelpGroup[] = [
    {
      heading: 'speaking',
      commands: speaking,
      menus: [{ menu: speakMenu, about: 'speak' }],
      together: [
        { names: ['skip', 'stop', 'pause', 'resume'], about: 'control' },
        { names: ['autoread'], about: 'autoread' },
        { names: ['pronounce'], about: 'pronunciations' },
      ],
    },
    { heading: 'captions', commands: captions },
    { heading: 'transcription', commands: transcription, menus: [{ menu: transcribeMenu, about: 'transcribe' }] },
    {
      heading: 'voices',
      commands: voices,
      together: [{ names: ['voice'], about: 'voices' }],
    },
    {
      heading: 'settings',
      commands: settings,
      together: [{ names: ['opt-out', 'opt-in'], about: 'consent' }],
    },
    { heading: 'more', commands: [doctor] },
  ];
  return {
    commands: [
      ...speaking,
      ...captions,
      ...transcription,
      ...voices,
      ...settings,
      doctor,
      createHelp(groups, services),
    ],
    menus: [speakMenu, transcribeMenu],
  };
}
