import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { usePage, usePageState } from '../page.ts';
import { Icon } from '../parts/icon.ts';
import type { Texts } from '../texts/text-types.ts';
import { StepView } from './step-view.ts';
import { hasSeenTour, rememberTour } from './tour-memory.ts';
import { STEPS, type StepId } from './tour-steps.ts';
import { useDoneSteps } from './use-done-steps.ts';

/** As in the page's style sheets: on a phone the panel would hide what a step is about. */
const NARROW = '(max-width: 43.99rem)';

/** The tour of the first visit: a panel beside the page, one step at a time. It opens by itself once, and by Help. */
export function Tour(): VNode | null {
  const { store, texts } = usePage();
  const { tour } = texts;
  const isOpen = usePageState((state) => state.isTourOpen);
  const [index, setIndex] = useState(0);
  const [isFolded, setFolded] = useState(false);
  const done = useDoneSteps();
  const heading = useRef<HTMLHeadingElement>(null);
  useOpenOnce();
  if (!isOpen) return null;
  const step = STEPS[index] ?? STEPS[0];
  const isLast = index === STEPS.length - 1;
  const goTo = (next: number): void => {
    setIndex(next);
    setFolded(false);
    heading.current?.focus();
  };
  const close = (): void => store.update(() => ({ isTourOpen: false }));
  return html`
    <aside class="tour" aria-label=${tour.label}
           onKeyDown=${(event: KeyboardEvent) => {
             if (event.key === 'Escape') close();
           }}>
      <header>
        <p class="tour-count">${tour.stepOf({ step: index + 1, count: STEPS.length })}</p>
        <button type="button" class="icon-button tour-fold" aria-label=${tour.details} aria-expanded=${isFolded ? 'false' : 'true'}
                onClick=${() => setFolded(!isFolded)}><${Icon} name="chevron" /></button>
        <button type="button" class="icon-button" aria-label=${tour.close} onClick=${close}><${Icon} name="close" /></button>
      </header>
      <h2 ref=${heading} tabindex="-1">${tour[step].title}</h2>
      ${
        !isFolded &&
        html`
          <${StepNumbers} index=${index} done=${done} onGo=${goTo} />
          ${index === 0 && html`<${Introduction} />`}
          <${StepView} key=${step} step=${step} isDone=${done.has(step)} onAct=${() => setFolded(matchMedia(NARROW).matches)} />`
      }
      <p class="tour-finished" role="status">${statusOf(step, done, tour)}</p>
      <footer>
        ${!isLast && html`<button type="button" class="button tour-skip" onClick=${close}>${tour.skip}</button>`}
        <button type="button" class="button" disabled=${index === 0} onClick=${() => goTo(index - 1)}>${tour.back}</button>
        <button type="button" class=${done.has(step) ? 'button is-primary' : 'button'}
                onClick=${isLast ? close : () => goTo(index + 1)}>${isLast ? tour.finish : tour.next}</button>
      </footer>
    </aside>`;
}

function statusOf(step: StepId, done: ReadonlySet<StepId>, { finished, done: isDone }: Texts['tour']): string {
  if (done.size === STEPS.length) return finished;
  return done.has(step) ? isDone : '';
}

/** Opens the tour at the first visit. */
function useOpenOnce(): void {
  const { store } = usePage();
  useEffect(() => {
    if (hasSeenTour(localStorage)) return;
    // At once: a second tab, which the tour itself opens, is no first visit.
    rememberTour(localStorage);
    store.update(() => ({ isTourOpen: true }));
  }, [store]);
}

interface StepNumbersProps {
  readonly index: number;
  readonly done: ReadonlySet<StepId>;
  readonly onGo: (index: number) => void;
}

/** All steps in a row, to go to any. */
function StepNumbers({ index, done, onGo }: StepNumbersProps): VNode {
  const { tour } = usePage().texts;
  const item = (id: StepId, number: number): VNode => {
    const name = done.has(id) ? tour.doneStepName : tour.stepName;
    return html`
      <li key=${id}>
        <button type="button" aria-label=${name({ step: number + 1, title: tour[id].title })} data-done=${done.has(id) ? '' : undefined}
                aria-current=${number === index ? 'step' : undefined} onClick=${() => onGo(number)}>
          <span aria-hidden="true">${done.has(id) ? '✓' : number + 1}</span>
        </button>
      </li>`;
  };
  return html`<ol class="tour-steps" aria-label=${tour.steps}>${STEPS.map(item)}</ol>`;
}

/** What one has to know before: languages, recognition, and what is kept. */
function Introduction(): VNode | null {
  const { texts } = usePage();
  const welcome = usePageState((state) => state.welcome);
  if (welcome === undefined) return null;
  const { tour } = texts;
  const { speech, keeps } = welcome;
  return html`
    <div class="tour-introduction">
      <p>${tour.welcome}</p>
      <ul>
        ${speech.kind === 'local' && html`<li>${tour.english}</li>`}
        <li>${speech.recognizes ? tour.recognizes : tour.deaf({ command: speech.install ?? '' })}</li>
        <li>${keeps ? tour.keeps : tour.forgets}</li>
      </ul>
    </div>`;
}
