import type { Reading } from '../../reading/reading-api.ts';
import type { CaptionServices } from '../captions/caption-services.ts';
import type { MemberNames } from './member-names.ts';
import type { DiscordReadingPlaces } from './reading-places.ts';

/** What the commands of reading aloud work with. */
export interface ReadingServices extends CaptionServices {
  /** Reads chat aloud. */
  readonly reading: Pick<
    Reading,
    | 'bind'
    | 'unbind'
    | 'status'
    | 'bindingOf'
    | 'choiceOf'
    | 'choose'
    | 'namesChosen'
    | 'namesOfOthers'
    | 'identitiesOf'
    | 'chooseIdentityVoice'
    | 'summary'
    | 'erase'
    | 'clear'
  >;
  readonly readingPlaces: Pick<DiscordReadingPlaces, 'closedTo' | 'refusalOf'>;
  readonly memberNames: MemberNames;
}
