/** What a step of the history did, in words. */
import type { editorStrings } from '../i18n/editor.ts'

/** A key of the texts rather than a text, so that the steps of a history follow the language. */
export type StepLabel = keyof typeof editorStrings.steps
