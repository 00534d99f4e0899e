import { COMPATIBILITY_RULES, DATA_TYPES, DEFAULT_DATA_TYPE, PortConfig } from '@millrace/model'
import { translated } from '@millrace/nodes'
import { answer, defineRoute, envelope } from '../http/define-route.ts'
import { translationFor, VARY_BY_LANGUAGE } from './catalogue-language.ts'

/** Increases when data types or rules change, so that clients can cache them. */
const PORT_CONFIG_VERSION = '1.0.0'

/** The data types of ports, and which of them can be connected. */
export default defineRoute({
  operation: 'getPortConfig',
  method: 'GET',
  path: '/port-config',
  access: 'read',
  scope: 'shared',
  revalidates: true,
  summary: 'Port data types and compatibility rules',
  description: 'The data types of ports, with their colours, and which of them can be connected.',
  tags: ['Catalogue'],
  reply: envelope(PortConfig, 'Port configuration'),
  errors: [],
  example: {
    reply: {
      version: PORT_CONFIG_VERSION,
      defaultDataType: 'mixed',
      dataTypes: [
        {
          id: 'string',
          name: 'String',
          description: 'A text.',
          color: 'var(--fd-node-emerald)',
          category: 'basic',
          enabled: true,
        },
      ],
      compatibilityRules: [{ from: 'number', to: 'string', description: 'Written as text.' }],
    },
  },

  async handle({ headers }) {
    const translate = (await translationFor(headers)) ?? ((text: string) => text)
    const config = {
      version: PORT_CONFIG_VERSION,
      defaultDataType: DEFAULT_DATA_TYPE,
      dataTypes: DATA_TYPES.map(({ aliases, ...rest }) => {
        const shown = translated(rest, translate)
        return aliases ? { ...shown, aliases: [...aliases] } : shown
      }),
      compatibilityRules: COMPATIBILITY_RULES.map((rule) => translated(rule, translate)),
    }
    return answer(config, { headers: VARY_BY_LANGUAGE })
  },
})
