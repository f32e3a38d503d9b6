import { useEffect, useMemo, useState } from 'preact/hooks';
import { useOpenPlace } from '../commands/place.ts';
import { usePage, usePageState } from '../page.ts';
import { doneSteps, type StepId, sentenceOf, startOfTour } from './tour-steps.ts';

/** The steps that are done: those that were seen to be done once stay so. */
export function useDoneSteps(): ReadonlySet<StepId> {
  const { store } = usePage();
  const { commands } = useOpenPlace();
  const [done, setDone] = useState<ReadonlySet<StepId>>(new Set());
  const [start] = useState(() => startOfTour(store.state, Date.now()));
  const hasOtherTab = useOtherTab();
  const isOpen = usePageState((state) => state.isTourOpen);
  const names = useMemo(() => new Map(commands.map(({ path, shownPath }) => [path, shownPath])), [commands]);
  useEffect(() => {
    if (!isOpen) return;
    const look = (): void => {
      const sentence = sentenceOf('speak', store.state);
      const found = doneSteps(store.state, start, { names, sentence, hasOtherTab });
      setDone((known) => {
        const isNews = [...found].some((step) => !known.has(step));
        return isNews ? new Set([...known, ...found]) : known;
      });
    };
    look();
    return store.listen(look);
  }, [store, isOpen, names, start, hasOtherTab]);
  return done;
}

const CHANNEL = 'mynah-playground';

/** Whether the page is open in another tab of this browser, too. Tabs greet each other once. */
function useOtherTab(): boolean {
  const [hasOther, setOther] = useState(false);
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL);
    channel.addEventListener('message', ({ data }: MessageEvent<'hello' | 'welcome'>) => {
      setOther(true);
      if (data === 'hello') channel.postMessage('welcome');
    });
    channel.postMessage('hello');
    return () => channel.close();
  }, []);
  return hasOther;
}
