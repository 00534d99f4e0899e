/** Settings of the user and, with permission, of the service. Each section is an entry in the table. */

import type { Permission } from '@millrace/model'
import type { ComponentType } from 'react'
import type { Texts } from '../i18n/texts.ts'
import { useText } from '../i18n/use-text.ts'
import { usePage } from '../navigation/page-context.tsx'
import type { PageProps } from '../navigation/page-props.ts'
import { hrefOf } from '../navigation/router.ts'
import { Icon } from '../ui/icon.tsx'
import { AboutPart } from './about-part.tsx'
import { AppearancePart } from './appearance-part.tsx'
import { AssistantPart } from './assistant-part.tsx'
import { ConnectionsPart } from './connections-part.tsx'
import { SessionsPart } from './sessions-part.tsx'
import { TokensPart } from './tokens-part.tsx'

interface Part {
  readonly key: keyof Texts['settings']['parts']
  readonly icon: string
  readonly component: ComponentType
  readonly permission?: Permission
}

const PARTS: readonly Part[] = [
  { key: 'appearance', icon: 'mdi:theme-light-dark', component: AppearancePart },
  { key: 'tokens', icon: 'mdi:key-outline', component: TokensPart, permission: 'admin' },
  { key: 'sessions', icon: 'mdi:account-circle-outline', component: SessionsPart, permission: 'admin' },
  { key: 'connections', icon: 'mdi:connection', component: ConnectionsPart, permission: 'admin' },
  { key: 'assistant', icon: 'mdi:creation-outline', component: AssistantPart, permission: 'admin' },
  { key: 'about', icon: 'mdi:information-outline', component: AboutPart },
]

export function SettingsPage({ query }: PageProps) {
  const t = useText()
  const { caller } = usePage()
  const parts = PARTS.filter(({ permission }) => permission === undefined || caller.permissions.includes(permission))
  const part = parts.find(({ key }) => key === query.get('part')) ?? parts[0]
  return (
    <div className="mr-list-place mr-settings mr-scroll">
      <h1>{t.settings.title}</h1>
      <div className="mr-settings__body">
        <nav className="mr-settings__nav" aria-label={t.settings.title}>
          {parts.map(({ key, icon }) => (
            <a
              key={key}
              className="mr-settings__link"
              href={hrefOf(`/settings?part=${key}`)}
              aria-current={part?.key === key ? 'page' : undefined}
            >
              <Icon name={icon} size={17} />
              {t.settings.parts[key]}
            </a>
          ))}
        </nav>
        {part !== undefined && <part.component key={part.key} />}
      </div>
    </div>
  )
}
