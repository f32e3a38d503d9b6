import { useEffect, useState } from 'preact/hooks';
import { usePage, usePageState } from '../page.ts';
import { type Voice, type VoiceState, voiceChannelOf } from './voice.ts';

/** The page's voice and its state; the view is drawn again when it changes. */
export function useVoice(): { readonly voice: Voice; readonly state: VoiceState } {
  const { voice } = usePage();
  const [state, setState] = useState(voice.state);
  useEffect(() => {
    const read = (): void => setState(voice.state);
    read();
    return voice.listen(read);
  }, [voice]);
  return { voice, state };
}

/** The voice channel that the visitor is in, with its server. */
export function useOwnChannel(): ReturnType<typeof voiceChannelOf> {
  const servers = usePageState((state) => state.servers);
  const welcome = usePageState((state) => state.welcome);
  const { store } = usePage();
  return voiceChannelOf({ ...store.state, servers, welcome });
}
