/** All German texts. The types report missing ones. */
import type { Catalogue } from '../catalogue.ts'
import type { NumberText } from '../number-text.ts'
import { arrange } from './arrange.ts'
import { assistant } from './assistant.ts'
import { audit } from './audit.ts'
import { chat } from './chat.ts'
import { connections } from './connections.ts'
import { credentials } from './credentials.ts'
import { disabled } from './disabled.ts'
import { editor } from './editor.ts'
import { execution } from './executions.ts'
import { expressions } from './expressions.ts'
import { extracting } from './extracting.ts'
import { form } from './forms.ts'
import { groups } from './groups.ts'
import { home } from './home.ts'
import { nodeData } from './node-data.ts'
import { notifications } from './notifications.ts'
import { people } from './people.ts'
import { playground } from './playground.ts'
import { inbox, questions } from './questions.ts'
import { runOverlay } from './run-overlay.ts'
import { runs } from './runs.ts'
import { saving } from './saving.ts'
import { settings } from './settings.ts'
import { status } from './statuses.ts'
import { stuck } from './stuck.ts'
import { page, time, ui } from './ui.ts'
import { versions } from './versions.ts'
import { viewer } from './viewer.ts'

export const german = (numberText: NumberText): Catalogue => ({
  ui,
  time,
  status,
  editor,
  form: form(numberText),
  expressions,
  page,
  home,
  viewer: viewer(numberText),
  execution: execution(numberText),
  nodeData: nodeData(numberText),
  runs: runs(numberText),
  playground: playground(numberText),
  chat: chat(numberText),
  questions: questions(numberText),
  inbox,
  settings,
  assistant,
  versions,
  arrange,
  disabled,
  groups,
  extracting,
  saving,
  connections,
  runOverlay: runOverlay(numberText),
  stuck,
  audit,
  people,
  credentials,
  notifications,
})
