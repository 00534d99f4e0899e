/** Label of an undo step. */
import type { editorStrings } from '../i18n/editor.ts'

/** A key of the texts instead of a text, so that the labels follow the language. */
export type StepLabel = keyof typeof editorStrings.steps
