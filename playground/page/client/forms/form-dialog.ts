import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { TypedValue } from '../../protocol.ts';
import { failureText } from '../commands/use-run.ts';
import { focusComposer } from '../composer/focus-composer.ts';
import { uploadFiles } from '../composer/upload.ts';
import { usePage, usePageState } from '../page.ts';
import type { PageState } from '../state.ts';
import { FormFieldView, formFieldId } from './form-field.ts';
import {
  checkField,
  type FieldProblem,
  type FieldValue,
  type FieldValues,
  type FormField,
  formParts,
  initialValues,
} from './form-fields.ts';

/** Forms that were left with Escape and whose texts are kept. */
const MAX_KEPT = 5;

/** The form that the bot has opened, if it has. What was typed in one that was left with Escape is there when it opens again. */
export function FormDialog(): VNode | null {
  const opened = usePageState((state) => state.form);
  const kept = useRef(new Map<string, FieldValues>());
  if (opened === undefined) return null;
  const { custom_id: id } = opened.form;
  const keep = (values: FieldValues | undefined): void => {
    kept.current.delete(id);
    if (values === undefined) return;
    kept.current.set(id, values);
    const [oldest] = kept.current.keys();
    if (kept.current.size > MAX_KEPT && oldest !== undefined) kept.current.delete(oldest);
  };
  return html`<${OpenForm} key=${opened.interactionId} opened=${opened} known=${kept.current.get(id)} onKeep=${keep} />`;
}

interface OpenFormProps {
  readonly opened: NonNullable<PageState['form']>;
  /** What stood in the fields when the form was left. */
  readonly known: FieldValues | undefined;
  /** Keeps what stands in the fields, or forgets it. */
  readonly onKeep: (values: FieldValues | undefined) => void;
}

function OpenForm({ opened, known, onKeep }: OpenFormProps): VNode {
  const { store, connection, texts } = usePage();
  const { form } = opened;
  const parts = useMemo(() => formParts(form), [form]);
  const fields = parts.filter((part): part is FormField => part.kind !== 'display');
  const [values, setValues] = useState<FieldValues>(() => ({ ...initialValues(parts), ...known }));
  const [problems, setProblems] = useState<Readonly<Record<string, FieldProblem>>>({});
  const [failure, setFailure] = useState<string>();
  const [isSending, setSending] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const words = texts.commands.form;

  const close = (): void => {
    // Gives the focus back to where it was before.
    const { current } = dialog;
    current?.close();
    // Where the focus was before is gone, if it was the command that opened the form.
    const { activeElement } = document;
    if (activeElement === document.body || current?.contains(activeElement)) focusComposer();
    store.update((state) => (state.form === opened ? { form: undefined } : {}));
  };
  const change = (id: string, value: FieldValue): void => {
    setValues((before) => ({ ...before, [id]: value }));
    setProblems(({ [id]: _mended, ...others }) => others);
  };
  const submit = async (): Promise<void> => {
    if (isSending) return;
    const wrong = fields.flatMap((field) => {
      const problem = checkField(field, values[field.id]);
      return problem === undefined ? [] : [[field.id, problem] as const];
    });
    setProblems(Object.fromEntries(wrong));
    setFailure(undefined);
    const [first] = wrong;
    if (first !== undefined)
      return dialog.current?.querySelector<HTMLElement>(`#${CSS.escape(formFieldId(first[0]))}`)?.focus();
    setSending(true);
    try {
      await connection.request({
        kind: 'submit',
        interactionId: opened.interactionId,
        fields: await sentFields(values),
      });
      onKeep(undefined);
      close();
    } catch (error) {
      setFailure(failureText(error, texts.commands.problems.upload));
      setSending(false);
    }
  };
  return html`
    <dialog class="dialog form" ref=${dialog} aria-labelledby="form-title"
            onCancel=${(event: Event) => {
              // A file chooser that is closed says so, too.
              if (event.target !== event.currentTarget) return;
              event.preventDefault();
              onKeep(values);
              close();
            }}>
      <form novalidate aria-busy=${isSending ? 'true' : undefined}
            onSubmit=${(event: Event) => {
              event.preventDefault();
              void submit();
            }}>
        <h2 id="form-title">${form.title}</h2>
        <div class="form-parts">
          ${parts.map((part, index) =>
            part.kind === 'display'
              ? html`<p class="form-display" key=${index}>${part.content}</p>`
              : html`
                <${FormFieldView} key=${part.id} field=${part} value=${values[part.id]} problem=${problems[part.id]}
                                  onChange=${(value: FieldValue) => change(part.id, value)} />`,
          )}
        </div>
        <div class="form-failure" role="alert">${failure !== undefined && html`<p>${failure}</p>`}</div>
        <div class="form-buttons">
          <button type="button" class="button"
                  onClick=${() => {
                    onKeep(undefined);
                    close();
                  }}>${words.cancel}</button>
          <button type="submit" class="button is-primary" aria-disabled=${isSending ? 'true' : undefined}>${isSending ? words.submitting : words.submit}</button>
        </div>
      </form>
    </dialog>`;
}

/** The fields as they are sent, after their files are uploaded. @throws {UploadError} */
async function sentFields(values: FieldValues): Promise<Record<string, TypedValue>> {
  const entries = Object.entries(values).map(async ([id, value]): Promise<[string, TypedValue]> => {
    if (typeof value === 'string' || !('files' in value)) return [id, value];
    return [id, { files: await uploadFiles(value.files) }];
  });
  return Object.fromEntries(await Promise.all(entries));
}
