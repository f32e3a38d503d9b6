import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useOpenPlace } from '../commands/place.ts';
import { usePage, usePageState } from '../page.ts';
import { Icon } from '../parts/icon.ts';
import { StepView } from './step-view.ts';
import { hasSeenTour, rememberTour } from './tour-memory.ts';
import { doneSteps, STEPS, type StepId, startOfTour } from './tour-steps.ts';

/** The tour of the first visit: a panel beside the page, one step at a time. It opens by itself once, and by Help. */
export function Tour(): VNode | null {
  const { store, texts } = usePage();
  const isOpen = usePageState((state) => state.isTourOpen);
  const [index, setIndex] = useState(0);
  const done = useDoneSteps();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!hasSeenTour(localStorage)) store.update(() => ({ isTourOpen: true }));
  }, [store]);
  if (!isOpen) return null;
  const { tour } = texts;
  const step = STEPS[index] ?? STEPS[0];
  const goTo = (next: number): void => {
    setIndex(next);
    heading.current?.focus();
  };
  const close = (): void => {
    rememberTour(localStorage);
    store.update(() => ({ isTourOpen: false }));
  };
  const isFinished = STEPS.every((id) => done.has(id));
  return html`
    <aside class="tour" aria-label=${tour.label}
           onKeyDown=${(event: KeyboardEvent) => {
             if (event.key === 'Escape') close();
           }}>
      <header>
        <p class="tour-count">${tour.stepOf(index + 1, STEPS.length)}</p>
        <button type="button" class="icon-button" aria-label=${tour.close} onClick=${close}><${Icon} name="close" /></button>
      </header>
      <ol class="tour-steps" aria-label=${tour.steps}>
        ${STEPS.map((id, number) => {
          const name = done.has(id) ? tour.doneStepName : tour.stepName;
          return html`
            <li key=${id}>
              <button type="button" aria-label=${name(number + 1, tour[id].title)} data-done=${done.has(id) ? '' : undefined}
                      aria-current=${number === index ? 'step' : undefined} onClick=${() => goTo(number)}
              ><span aria-hidden="true">${done.has(id) ? '✓' : number + 1}</span></button>
            </li>`;
        })}
      </ol>
      <h2 ref=${heading} tabindex="-1">${tour[step].title}</h2>
      ${index === 0 && html`<${Introduction} />`}
      <${StepView} key=${step} step=${step} isDone=${done.has(step)} />
      <p class="tour-finished" role="status">${isFinished ? tour.finished : done.has(step) ? tour.done : ''}</p>
      <footer>
        ${
          isFinished
            ? html`<button type="button" class="button" onClick=${close}>${tour.close}</button>`
            : html`<button type="button" class="button" onClick=${close}>${tour.skip}</button>`
        }
        <button type="button" class="button" disabled=${index === 0} onClick=${() => goTo(index - 1)}>${tour.back}</button>
        <button type="button" class=${done.has(step) ? 'button is-primary' : 'button'} disabled=${index === STEPS.length - 1}
                onClick=${() => goTo(index + 1)}>${tour.next}</button>
      </footer>
    </aside>`;
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
        <li>${speech.recognizes ? tour.recognizes : tour.deaf(speech.hint ?? '')}</li>
        <li>${keeps ? tour.keeps : tour.forgets}</li>
      </ul>
    </div>`;
}

/** The steps that are done: those that were seen to be done once stay so. */
function useDoneSteps(): ReadonlySet<StepId> {
  const { store } = usePage();
  const { commands } = useOpenPlace();
  const [done, setDone] = useState<ReadonlySet<StepId>>(new Set());
  const start = useRef(startOfTour(store.state, Date.now()));
  const isOpen = usePageState((state) => state.isTourOpen);
  const names = useMemo(() => new Map(commands.map(({ path, shownPath }) => [path, shownPath])), [commands]);
  useEffect(() => {
    if (!isOpen) return;
    const look = (): void => {
      const [sentence] = store.state.welcome?.samples.sentences ?? [];
      const found = doneSteps(store.state, start.current, { names, sentence });
      setDone((known) => {
        const isNews = [...found].some((step) => !known.has(step));
        return isNews ? new Set([...known, ...found]) : known;
      });
    };
    look();
    return store.listen(look);
  }, [store, isOpen, names]);
  return done;
}
