import { NodeType, NodeTypeListQuery } from '@millrace/model'
import { answer, defineRoute, envelopeList, jsonList } from '../http/define-route.ts'
import { originForOthers } from '../http/own-origin.ts'
import { pageHeaders } from '../http/paged-list.ts'
import { translationFor, VARY_BY_LANGUAGE } from './catalogue-language.ts'
import { exampleNodeType } from './example.ts'
import { serialisedType, typeIn } from './serialised-type.ts'
import type { CatalogueServices } from './services.ts'

/** Lists the available node types. */
export default defineRoute({
  operation: 'listNodeTypes',
  method: 'GET',
  path: '/nodes',
  access: 'read',
  scope: 'shared',
  revalidates: true,
  summary: 'List node types',
  description:
    'All node types with their ports and the JSON Schemas of their configs, in the language of `Accept-Language`.',
  tags: ['Catalogue'],
  query: NodeTypeListQuery,
  reply: envelopeList(NodeType, 'Node types found'),
  errors: [],
  example: { query: { category: 'inputs', search: 'text' }, reply: [exampleNodeType] },

  async handle({ query, headers }, { catalogue }: CatalogueServices) {
    const origin = originForOthers(headers)
    const translate = await translationFor(headers)
    const found = [...catalogue.types.values()]
      .map((type) => typeIn(type, translate))
      .filter((type) => (!query.category || type.category === query.category) && mentions(type, query.search ?? ''))
    const shown = found.slice(query.offset, query.offset + query.limit)
    return answer(jsonList(shown.map((type) => serialisedType(type, origin))), {
      headers: { ...pageHeaders(found.length, query), ...VARY_BY_LANGUAGE },
      message: `Found ${found.length} node types`,
    })
  },
})

function mentions({ name, description, tags }: NodeType, search: string): boolean {
  const wanted = search.trim().toLowerCase()
  return wanted === '' || [name, description, ...tags].some((text) => text.toLowerCase().includes(wanted))
}
