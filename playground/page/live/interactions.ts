import type { FieldValue } from '@mynah/local-discord/people/components';
import type { Invocation } from '@mynah/local-discord/people/invocation';
import type { Person } from '@mynah/local-discord/people/person';
import { PersonError } from '@mynah/local-discord/people/person-error';
import type { Modal } from '@mynah/local-discord/rules/modal-rules';

/** Forms that may wait for their submission; older ones can't be submitted any more. */
const KEPT_FORMS = 20;

/** Forms that the bot opened, by the interaction that they answer. They outlive a lost connection, as the page's own do. */
export type OpenForms = Map<string, { readonly opener: Invocation; readonly person: Person }>;

/** The interactions of one visitor: waits for their answers, and keeps the forms that the bot opened. */
export class VisitorInteractions {
  readonly #onForm: (interactionId: string, form: Modal) => void;
  readonly #forms: OpenForms;

  /** `forms` are the visitor's, in all of their connections. */
  constructor(forms: OpenForms, onForm: (interactionId: string, form: Modal) => void) {
    this.#forms = forms;
    this.#onForm = onForm;
  }

  /** Resolves once the bot has answered in any way. Rejects with a `NoAnswerError` if it does not. */
  async follow(person: Person, invocation: Invocation): Promise<void> {
    await invocation.acknowledged();
    if (invocation.modal === undefined) return;
    this.#forms.set(invocation.id, { opener: invocation, person });
    const [oldest] = this.#forms.keys();
    if (this.#forms.size > KEPT_FORMS && oldest !== undefined) this.#forms.delete(oldest);
    this.#onForm(invocation.id, invocation.modal);
  }

  /** Submits a form. Rejects like `follow`, or with a `PersonError` if there is no such form or a field is not right. */
  async submit(interactionId: string, fields: Readonly<Record<string, FieldValue>>): Promise<void> {
    const form = this.#forms.get(interactionId);
    if (form === undefined) throw new PersonError('That form is closed. Open it again.');
    const submitted = await form.person.submitModal(form.opener, fields);
    await this.follow(form.person, submitted);
    this.#forms.delete(interactionId);
  }
}
