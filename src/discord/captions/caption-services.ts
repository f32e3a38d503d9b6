import type { AutomaticCaptions } from '../../captions/automatic/automatic-api.ts';
import type { Captions } from '../../captions/captions-api.ts';
import type { OverlayLinks } from '../../captions/overlay/overlay-api.ts';
import type { PlaybackServices } from '../playback/playback-services.ts';
import type { FindProblem } from './automatic/auto-caption-problem.ts';
import type { OverlayNotices } from './overlay/overlay-notices.ts';
import type { CaptionPresence } from './presence/caption-presence.ts';
import type { CaptionPlaces } from './start/caption-places.ts';

/** What the commands of captions work with. */
export interface CaptionServices extends PlaybackServices {
  readonly captions: Omit<Captions, 'figures' | 'onVoiceEvent' | 'onEnding' | 'onEnded' | 'recover' | 'close'>;
  /** The secret addresses under which captions are shown outside of Discord. */
  readonly overlays: OverlayLinks;
  /** The base of those addresses, without a slash at its end; `undefined` where the operator set no `PUBLIC_URL`. */
  readonly publicUrl: string | undefined;
  readonly overlayNotices: OverlayNotices;
  readonly captionPresence: Pick<CaptionPresence, 'open'>;
  readonly captionPlaces: Pick<CaptionPlaces, 'audience' | 'mayManage' | 'mayPost' | 'missingToPost'>;
  /** Voice channels whose captions start by themselves. */
  readonly autoCaptions: AutomaticCaptions;
  /** What the bot lacks to start captions by themselves. */
  readonly autoCaptionProblem: FindProblem;
}
