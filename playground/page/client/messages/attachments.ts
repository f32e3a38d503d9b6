import { html } from 'htm/preact';
import type { VNode } from 'preact';
import type { AttachmentView, MessageView } from '../../protocol.ts';
import { usePage } from '../page.ts';
import { Icon } from '../parts/icon.ts';
import { Image } from '../parts/image.ts';
import { formatSize } from '../sizes.ts';
import { looseFiles, mediaKind } from './files.ts';
import { VoiceMessage } from './voice-message.ts';

/** The files of a message that nothing else in it shows. */
export function Attachments({ message }: { readonly message: MessageView }): VNode | null {
  const files = looseFiles(message);
  if (files.length === 0) return null;
  return html`<ul class="attachments">${files.map((file) => html`<li key=${file.id}><${File} file=${file} isVoice=${message.isVoiceMessage} /></li>`)}</ul>`;
}

function File({ file, isVoice }: { readonly file: AttachmentView; readonly isVoice: boolean }): VNode {
  if (isVoice && file.waveform !== undefined) return html`<${VoiceMessage} file=${file} />`;
  return html`<${MediaFile} file=${file} />`;
}

/** A file: pictures and recordings in place, anything else to download. */
export function MediaFile({ file }: { readonly file: AttachmentView }): VNode {
  const { texts } = usePage();
  const kind = mediaKind(file);
  if (kind === 'image') {
    return html`
      <a class="attachment-image" href=${file.url} target="_blank" rel="noopener noreferrer" aria-label=${texts.messages.openImage({ name: file.filename })}>
        <${Image} url=${file.url} alt=${file.filename} />
      </a>
    `;
  }
  if (kind === 'other') return html`<${Download} file=${file} />`;
  return html`
    <div class="attachment-card is-${kind}">
      <${FileName} file=${file} />
      ${
        kind === 'audio'
          ? html`<audio controls preload="metadata" src=${file.url} aria-label=${file.filename}></audio>`
          : html`<video controls preload="metadata" src=${file.url} aria-label=${file.filename}></video>`
      }
    </div>
  `;
}

function Download({ file }: { readonly file: AttachmentView }): VNode {
  return html`<div class="attachment-card"><${FileName} file=${file} /></div>`;
}

function FileName({ file }: { readonly file: AttachmentView }): VNode {
  const { texts, locale } = usePage();
  const size = formatSize(locale, file.size);
  return html`
    <p class="attachment-name">
      <${Icon} name="file" />
      <span class="attachment-text">
        <span class="attachment-title" dir="auto">${file.filename}</span>
        <span class="attachment-size">${size}</span>
      </span>
      <a class="icon-button" href=${file.url} download=${file.filename} aria-label=${texts.messages.download({ name: file.filename, size })}>
        <${Icon} name="download" />
      </a>
    </p>
  `;
}
