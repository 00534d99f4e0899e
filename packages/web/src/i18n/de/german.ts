/** All texts in German. The types of the parts say what is missing. */
import type { Catalogue } from '../catalogue.ts'
import { assistant } from './assistant.ts'
import { editor } from './editor.ts'
import { execution } from './executions.ts'
import { form } from './forms.ts'
import { home } from './home.ts'
import { playground } from './playground.ts'
import { inbox, questions } from './questions.ts'
import { settings } from './settings.ts'
import { status } from './statuses.ts'
import { page, time, ui } from './ui.ts'
import { versions } from './versions.ts'
import { viewer } from './viewer.ts'

export const german: Catalogue = {
  ui,
  time,
  status,
  editor,
  form,
  page,
  home,
  viewer,
  execution,
  playground,
  questions,
  inbox,
  settings,
  assistant,
  versions,
}
