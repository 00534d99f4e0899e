import { NodeTypeParams, Problem } from '@millrace/model'
import { defineRoute, page, text } from '../http/define-route.ts'
import type { CatalogueServices } from './services.ts'

/** An SVG image can contain scripts: as an image they never run, and opened as a page this policy blocks them. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

/** The icon of a custom node type. Open, because an image element cannot send a token; it contains no user data. */
export default defineRoute({
  operation: 'getNodeIcon',
  method: 'GET',
  path: '/nodes/:id/icon',
  access: 'open',
  summary: 'Get the icon of a node type',
  description: 'The SVG image beside the file of a custom node type, at the address in `iconUrl` of the node type.',
  tags: ['Catalogue'],
  params: NodeTypeParams,
  reply: page('image/svg+xml'),
  errors: ['NOT_FOUND'],
  example: { params: { id: 'word_count' } },

  handle({ params }, { catalogue }: CatalogueServices) {
    const icon = catalogue.icons.get(params.id)
    if (icon === undefined) throw new Problem('NOT_FOUND', { message: 'This node type has no icon of its own.' })
    return text('image/svg+xml; charset=utf-8', icon, {
      headers: {
        'content-security-policy': POLICY,
        'x-content-type-options': 'nosniff',
        // The address changes with the content; the editor may be part of a page of another origin.
        'cache-control': 'public, max-age=86400',
        'cross-origin-resource-policy': 'cross-origin',
      },
    })
  },
})
