import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useId } from 'preact/hooks';
import type { PersonView } from '../../protocol.ts';
import { openServer } from '../names.ts';
import { usePage, usePageState } from '../page.ts';
import { Picture } from '../parts/picture.ts';

/** Who is in the open server; in direct messages the bot and the visitor. */
export function MemberList(): VNode {
  const { texts } = usePage();
  const server = usePageState(openServer);
  const fallback = usePageState((state) => state.servers[0]?.members);
  const visitorId = usePageState(({ welcome }) => welcome?.visitor.id);
  const direct = (fallback ?? []).filter(({ id, isBot }) => isBot || id === visitorId);
  const members = server?.members ?? direct;
  const people = members.filter(({ isBot }) => !isBot);
  const apps = members.filter(({ isBot }) => isBot);
  return html`
    <${Group} title=${texts.shell.people({ count: people.length })} members=${people} visitorId=${visitorId} />
    <${Group} title=${texts.shell.apps({ count: apps.length })} members=${apps} visitorId=${visitorId} />
  `;
}

interface GroupProps {
  readonly title: string;
  readonly members: readonly PersonView[];
  readonly visitorId: string | undefined;
}

function Group({ title, members, visitorId }: GroupProps): VNode | null {
  const id = useId();
  if (members.length === 0) return null;
  return html`
    <section class="member-group" aria-labelledby=${id}>
      <h3 class="channels-title" id=${id}>${title}</h3>
      <ul>
        ${members.map((member) => html`<li key=${member.id}><${Member} member=${member} isMe=${member.id === visitorId} /></li>`)}
      </ul>
    </section>
  `;
}

function Member({ member, isMe }: { readonly member: PersonView; readonly isMe: boolean }): VNode {
  const { texts } = usePage();
  const hint = isMe ? texts.shell.you : member.isScripted ? texts.shell.scripted : undefined;
  return html`
    <div class="member">
      <${Picture} name=${member.name} isMynah=${member.isBot} />
      <p>
        <span class="ellipsis" dir="auto">${member.name}</span>
        ${member.isBot && html`<span class="badge">${texts.shell.app}</span>`}
        ${hint !== undefined && html`<span class="member-hint">${hint}</span>`}
      </p>
    </div>
  `;
}
