import { useCallback } from 'react'
import { useText } from '../i18n/use-text.ts'
import { servicePage } from '../navigation/links.ts'
import { usePage } from '../navigation/page-context.tsx'
import { Badge } from '../ui/small-parts.tsx'
import { limitText } from './limit-text.ts'
import { PartFrame, WhenLoaded } from './part-frame.tsx'
import { useLoaded } from './use-loaded.ts'

/** Version, features and limits of the service. */
export function AboutPart() {
  const t = useText()
  const { client, caller } = usePage()
  const load = useCallback(() => Promise.all([client.getSystemConfig(), client.getVersion()]), [client])
  const [loaded, reload] = useLoaded(load)
  return (
    <PartFrame
      title={t.settings.parts.about}
      action={
        <span className="mr-row">
          <a className="mr-button" href={servicePage('/docs/guide')} target="_blank" rel="noopener">
            {t.page.guide}
          </a>
          <a className="mr-button" href={servicePage('/docs')} target="_blank" rel="noopener">
            {t.settings.about.reference}
          </a>
        </span>
      }
    >
      <WhenLoaded loaded={loaded} onRetry={reload}>
        {([{ features, limits }, { version, build, api_version }]) => (
          <>
            <dl className="mr-facts">
              <dt>{t.settings.about.version}</dt>
              <dd>{version}</dd>
              <dt>{t.settings.about.build}</dt>
              <dd className="mr-mono">{build}</dd>
              <dt>{t.settings.about.api}</dt>
              <dd>{api_version}</dd>
              <dt>{t.settings.about.signedIn}</dt>
              <dd>{[caller.name, caller.role].filter(Boolean).join(' · ')}</dd>
            </dl>
            <h3>{t.settings.about.features}</h3>
            <ul className="mr-features">
              {Object.entries(features).map(([name, isOn]) => (
                <li key={name}>
                  <span className="mr-grow">{t.settings.about.featureNames[name] ?? name}</span>
                  <Badge tone={isOn ? 'success' : 'plain'}>{isOn ? t.settings.about.on : t.settings.about.off}</Badge>
                </li>
              ))}
            </ul>
            <h3>{t.settings.about.limits}</h3>
            <dl className="mr-facts">
              {Object.entries(limits).map(([name, value]) => (
                <Fact
                  key={name}
                  name={t.settings.about.limitNames[name] ?? name}
                  value={limitText(name, value, t) ?? t.settings.about.noLimit}
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
