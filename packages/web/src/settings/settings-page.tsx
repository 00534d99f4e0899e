/** Settings of the user and, with permission, of the service. Each section is an entry in the table. */

import type { ComponentType } from 'react'
import { useText } from '../i18n/use-text.ts'
import { usePage } from '../navigation/page-context.tsx'
import type { PageProps } from '../navigation/page-props.ts'
import { hrefOf } from '../navigation/router.ts'
import { type SettingsPartKey, settingsPartsOf } from '../navigation/settings-parts.ts'
import { Icon } from '../ui/icon.tsx'
import { AboutPart } from './about-part.tsx'
import { AppearancePart } from './appearance-part.tsx'
import { AssistantPart } from './assistant-part.tsx'
import { AuditPart } from './audit-part.tsx'
import { ConnectionsPart } from './connections-part.tsx'
import { CredentialsPart } from './credentials-part.tsx'
import { NotificationsPart } from './notifications-part.tsx'
import { PeoplePart } from './people-part.tsx'
import { ProjectsPart } from './projects-part.tsx'
import { SessionsPart } from './sessions-part.tsx'
import { TokensPart } from './tokens-part.tsx'
import { UsagePart } from './usage-part.tsx'

const COMPONENTS: Readonly<Record<SettingsPartKey, ComponentType>> = {
  appearance: AppearancePart,
  people: PeoplePart,
  projects: ProjectsPart,
  tokens: TokensPart,
  sessions: SessionsPart,
  audit: AuditPart,
  connections: ConnectionsPart,
  credentials: CredentialsPart,
  notifications: NotificationsPart,
  usage: UsagePart,
  assistant: AssistantPart,
  about: AboutPart,
}

export function SettingsPage({ query }: PageProps) {
  const t = useText()
  const { caller } = usePage()
  const parts = settingsPartsOf(caller)
  const part = parts.find(({ key }) => key === query.get('part')) ?? parts[0]
  const Part = part && COMPONENTS[part.key]
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
        {Part !== undefined && <Part key={part?.key} />}
      </div>
    </div>
  )
}
