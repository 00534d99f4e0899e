import { Category } from '@millrace/model'
import { defineRoute, envelopeList } from '../http/define-route.ts'
import type { CatalogueServices } from './services.ts'

/** The node categories of the sidebar, in order. */
export default defineRoute({
  operation: 'listCategories',
  method: 'GET',
  path: '/categories',
  access: 'read',
  summary: 'List node categories',
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

  handle(_request, { catalogue }: CatalogueServices) {
    return [...catalogue.categories]
  },
})
