/**
 * All English texts of the page. Each part of the page has a separate file. Another language is a function that returns
 * the same shape: see `languages.ts`.
 */
import { arrangeStrings } from './arrange.ts'
import { assistantStrings } from './assistant.ts'
import { auditStrings } from './audit.ts'
import { chatStrings } from './chat.ts'
import { connectionStrings } from './connections.ts'
import { credentialStrings } from './credentials.ts'
import { disabledStrings } from './disabled.ts'
import { editorStrings } from './editor.ts'
import { executionStrings } from './executions.ts'
import { expressionStrings } from './expressions.ts'
import { extractStrings } from './extracting.ts'
import { formStrings } from './forms.ts'
import { groupStrings } from './groups.ts'
import { homeStrings } from './home.ts'
import { inboxStrings } from './inbox.ts'
import { nodeDataStrings } from './node-data.ts'
import { notificationStrings } from './notifications.ts'
import type { NumberText } from './number-text.ts'
import { pageStrings } from './page.ts'
import { peopleStrings } from './people.ts'
import { playgroundStrings } from './playground.ts'
import { questionStrings } from './questions.ts'
import { runOverlayStrings } from './run-overlay.ts'
import { runStrings } from './runs.ts'
import { savingStrings } from './saving.ts'
import { settingsStrings } from './settings.ts'
import { statusStrings } from './statuses.ts'
import { stuckStrings } from './stuck.ts'
import { timeStrings } from './time-words.ts'
import { uiStrings } from './ui.ts'
import { versionsStrings } from './versions.ts'
import { viewerStrings } from './viewer.ts'

export const english = (numberText: NumberText) => ({
  ui: uiStrings,
  time: timeStrings,
  status: statusStrings,
  editor: editorStrings,
  form: formStrings(numberText),
  expressions: expressionStrings,
  page: pageStrings,
  home: homeStrings,
  viewer: viewerStrings(numberText),
  execution: executionStrings(numberText),
  nodeData: nodeDataStrings(numberText),
  runs: runStrings(numberText),
  playground: playgroundStrings(numberText),
  chat: chatStrings(numberText),
  questions: questionStrings(numberText),
  inbox: inboxStrings,
  settings: settingsStrings,
  assistant: assistantStrings,
  versions: versionsStrings,
  arrange: arrangeStrings,
  disabled: disabledStrings,
  groups: groupStrings,
  extracting: extractStrings,
  saving: savingStrings,
  connections: connectionStrings,
  runOverlay: runOverlayStrings(numberText),
  stuck: stuckStrings,
  audit: auditStrings,
  people: peopleStrings,
  credentials: credentialStrings,
  notifications: notificationStrings,
})

/** All texts of one language. */
export type Catalogue = ReturnType<typeof english>

/** Some texts of a language; missing texts are English. */
export type Translation = Some<Catalogue>

type Some<Value> = Value extends (...given: never[]) => unknown
  ? Value
  : Value extends readonly unknown[]
    ? Value
    : Value extends object
      ? { readonly [Key in keyof Value]?: Some<Value[Key]> }
      : Value
