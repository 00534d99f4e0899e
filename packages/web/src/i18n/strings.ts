/** Every text that people read, in one value. A part of the page keeps its texts in a file of its own beside this one. */
import { editorStrings } from './editor.ts'
import { executionStrings } from './executions.ts'
import { formStrings } from './forms.ts'
import { inboxStrings } from './inbox.ts'
import { pageStrings } from './page.ts'
import { playgroundStrings } from './playground.ts'
import { questionStrings } from './questions.ts'
import { viewerStrings } from './viewer.ts'

const ui = {
  close: 'Close',
  ok: 'Done',
  cancel: 'Cancel',
  loading: 'Loading …',
  retry: 'Try again',
  theme: 'Appearance',
  themes: { system: 'As the system', light: 'Light', dark: 'Dark' },
}

export const t = {
  ui,
  editor: editorStrings,
  form: formStrings,
  page: pageStrings,
  viewer: viewerStrings,
  execution: executionStrings,
  playground: playgroundStrings,
  questions: questionStrings,
  inbox: inboxStrings,
}
