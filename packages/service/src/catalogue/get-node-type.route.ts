import { NodeType, NodeTypeParams, Problem } from '@millrace/model'
import { answer, defineRoute, envelope, jsonText } from '../http/define-route.ts'
import { originForOthers } from '../http/own-origin.ts'
import { translationFor, VARY_BY_LANGUAGE } from './catalogue-language.ts'
import { exampleNodeType } from './example.ts'
import { serialisedType, typeIn } from './serialised-type.ts'
import type { CatalogueServices } from './services.ts'

/** One node type with its ports and its config schema. */
export default defineRoute({
  operation: 'getNodeType',
  method: 'GET',
  path: '/nodes/:id',
  aliases: ['/nodes/:id/metadata'],
  access: 'read',
  scope: 'shared',
  revalidates: true,
  summary: 'Get a node type',
  description: 'The node type with its ports and the JSON Schema of its config, in the language of `Accept-Language`.',
  tags: ['Catalogue'],
  params: NodeTypeParams,
  reply: envelope(NodeType, 'Node type found'),
  errors: ['NOT_FOUND'],
  example: { params: { id: 'text_input' }, reply: exampleNodeType },

  async handle({ params, headers }, { catalogue }: CatalogueServices) {
    const type = catalogue.types.get(params.id)
    if (type === undefined) throw new Problem('NOT_FOUND', { message: `There is no node type "${params.id}".` })
    const shown = typeIn(type, await translationFor(headers))
    return answer(jsonText(serialisedType(shown, originForOthers(headers))), { headers: VARY_BY_LANGUAGE })
  },
})
