import { projects } from '../i18n/de/projects.ts'
import { projectStrings } from '../i18n/projects.ts'
import type { Texts } from '../i18n/texts.ts'

/** The texts about projects in the language of the page. */
export function projectTexts({ tag }: Pick<Texts, 'tag'>): typeof projectStrings {
  return tag.startsWith('de') ? projects : projectStrings
}
