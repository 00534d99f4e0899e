import { useCallback } from 'react'
import { settingsStrings as t } from '../i18n/settings.ts'
import { usePage } from '../page/page-context.tsx'
import { Badge } from '../ui/small-parts.tsx'
import { limitText } from './limit-text.ts'
import { PartFrame, WhenLoaded } from './part-frame.tsx'
import { getSystemConfig, getSystemVersion } from './settings-api.ts'
import { useLoaded } from './use-loaded.ts'

/** Which service this is, what it can do, and how much of it. */
export function AboutPart() {
  const { client, caller } = usePage()
  const load = useCallback(() => Promise.all([getSystemConfig(client), getSystemVersion(client)]), [client])
  const [loaded, reload] = useLoaded(load)
  return (
    <PartFrame
      title={t.parts.about}
      action={
        <a className="mr-button" href="/docs" target="_blank" rel="noopener">
          {t.about.reference}
        </a>
      }
    >
      <WhenLoaded loaded={loaded} onRetry={reload}>
        {([{ features, limits }, { version, build, api_version }]) => (
          <>
            <dl className="mr-facts">
              <dt>{t.about.version}</dt>
              <dd>{version}</dd>
              <dt>{t.about.build}</dt>
              <dd className="mr-mono">{build}</dd>
              <dt>{t.about.api}</dt>
              <dd>{api_version}</dd>
              <dt>{t.about.signedIn}</dt>
              <dd>{[caller.name, caller.role].filter(Boolean).join(' · ')}</dd>
            </dl>
            <h3>{t.about.features}</h3>
            <ul className="mr-features">
              {Object.entries(features).map(([name, isOn]) => (
                <li key={name}>
                  <span className="mr-grow">{t.about.featureNames[name] ?? name}</span>
                  <Badge tone={isOn ? 'success' : 'plain'}>{isOn ? t.about.on : t.about.off}</Badge>
                </li>
              ))}
            </ul>
            <h3>{t.about.limits}</h3>
            <dl className="mr-facts">
              {Object.entries(limits).map(([name, value]) => (
                <Fact
                  key={name}
                  name={t.about.limitNames[name] ?? name}
                  value={limitText(name, value) ?? t.about.noLimit}
                />
              ))}
            </dl>
          </>
        )}
      </WhenLoaded>
    </PartFrame>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  )
}
