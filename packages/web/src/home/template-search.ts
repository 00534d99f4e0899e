import { TEMPLATES } from './templates/all-templates.ts'
import type { Template, TemplateGroup } from './templates/template.ts'

/** The templates of a group whose name, description or tags contain all words. */
export function searchTemplates(search: string, group: TemplateGroup | 'all'): Template[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return TEMPLATES.filter((template) => {
    if (group !== 'all' && template.group !== group) return false
    const text = [template.name, template.description, ...template.tags].join(' ').toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
