import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { usePage, usePageState } from '../page.ts';
import { actFor } from './step-action.ts';
import { type StepId, scriptedPerson, sentenceOf } from './tour-steps.ts';

interface StepViewProps {
  readonly step: StepId;
  readonly isDone: boolean;
  /** Called when the step was done for the visitor, or begun. */
  readonly onAct: () => void;
}

/** A step of the tour: what it shows, a button that does it, and what to look for. */
export function StepView({ step, isDone, onAct }: StepViewProps): VNode {
  const page = usePage();
  const { tour } = page.texts;
  const [isActing, setActing] = useState(false);
  const { about, look, act, acting } = useStepTexts(step);
  const press = async (): Promise<void> => {
    if (isActing) return;
    setActing(true);
    onAct();
    try {
      await actFor(step, page);
    } finally {
      setActing(false);
    }
  };
  return html`
    <div class="tour-step">
      <p>${about}</p>
      <button type="button" class=${isDone ? 'button' : 'button is-primary'} aria-disabled=${isActing ? 'true' : undefined}
              onClick=${() => void press()}>${isActing ? acting : act}</button>
      <p class="tour-look"><b>${tour.look}</b> ${look}</p>
    </div>`;
}

interface StepTexts {
  readonly about: string;
  readonly look: string;
  readonly act: string;
  readonly acting: string;
}

function useStepTexts(step: StepId): StepTexts {
  const { tour } = usePage().texts;
  const welcome = usePageState((state) => state.welcome);
  const name = usePageState((state) => scriptedPerson(state)?.name ?? '');
  if (step !== 'speak') return { ...tour[step], acting: tour[step].act };
  const { about, look, deaf, act, acting } = tour.speak;
  const sentence = usePageState((state) => sentenceOf('speak', state)) ?? '';
  const isHeard = welcome?.speech.recognizes !== false;
  return {
    about: about({ name, sentence }),
    look: isHeard ? look : deaf,
    act: act({ name }),
    acting: acting({ name }),
  };
}
