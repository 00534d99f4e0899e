import { Category } from '@millrace/model'
import { type Translate, translated } from '@millrace/nodes'
import { answer, defineRoute, envelopeList } from '../http/define-route.ts'
import { translationFor, VARY_BY_LANGUAGE } from './catalogue-language.ts'
import type { CatalogueServices } from './services.ts'

/** The node categories of the sidebar, in order. */
export default defineRoute({
  operation: 'listCategories',
  method: 'GET',
  path: '/categories',
  access: 'read',
  scope: 'shared',
  revalidates: true,
  summary: 'List node categories',
  description: 'The categories of the node list, in the order in which an editor shows them.',
  tags: ['Catalogue'],
  reply: envelopeList(Category, 'Categories found'),
  errors: [],
  example: {
    reply: [
      {
        name: 'triggers',
        label: 'Triggers',
        icon: 'mdi:lightning-bolt',
        color: 'var(--fd-node-cyan)',
        description: 'What starts a workflow.',
        weight: 0,
      },
    ],
  },

  async handle({ headers }, { catalogue }: CatalogueServices) {
    const translate = await translationFor(headers)
    const shown = translate === undefined ? [...catalogue.categories] : catalogue.categories.map(inLanguage(translate))
    return answer(shown, { headers: VARY_BY_LANGUAGE })
  },
})

/** The name of a category is its id. */
function inLanguage(translate: Translate): (category: Category) => Category {
  return (category) => ({ ...translated(category, translate), name: category.name })
}
