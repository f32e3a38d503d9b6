import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { usePage, usePageState } from '../page.ts';
import { Icon } from '../parts/icon.ts';
import type { Notice } from '../state.ts';

/** Long enough to read two sentences twice. */
const SHOWN_MS = 15_000;

/** Short news, read by screen readers as they come. */
export function Notices(): VNode {
  const { texts } = usePage();
  const notices = usePageState((state) => state.notices);
  return html`
    <div class="notices" role="log" aria-live="polite" aria-label=${texts.shell.noticesLabel}>
      ${notices.map((notice) => html`<${NoticeCard} key=${notice.id} notice=${notice} />`)}
    </div>
  `;
}

function NoticeCard({ notice }: { readonly notice: Notice }): VNode {
  const { store, texts } = usePage();
  const dismiss = (): void =>
    store.update(({ notices }) => ({ notices: notices.filter(({ id }) => id !== notice.id) }));
  useEffect(() => {
    const timer = setTimeout(dismiss, SHOWN_MS);
    return () => clearTimeout(timer);
  }, []);
  return html`
    <div class="notice">
      <p>${notice.text}</p>
      <button type="button" class="icon-button" aria-label=${texts.shell.close} onClick=${dismiss}><${Icon} name="close" /></button>
    </div>
  `;
}
