import { Component, type ReactNode, useEffect, useRef } from 'react'
import { useText } from '../i18n/use-text.ts'
import { EmptyState } from '../ui/small-parts.tsx'
import type { MountableView, MountedView, PipelineViewDef, PipelineViewProps } from './view-choice.ts'

interface CustomViewProps {
  readonly view: PipelineViewDef
  readonly props: PipelineViewProps
}

/** A view of a host in an error boundary, so that its errors do not break the viewer. */
export function CustomView({ view, props }: CustomViewProps) {
  const { component } = view
  return (
    <Fence key={view.key}>
      {'mount' in component ? (
        <Mounted view={component} props={props} />
      ) : (
        <Drawn component={component} props={props} />
      )}
    </Fence>
  )
}

function Drawn({
  component: View,
  props,
}: {
  component: Exclude<PipelineViewDef['component'], MountableView>
  props: PipelineViewProps
}) {
  return <View {...props} />
}

function Mounted({ view, props }: { view: MountableView; props: PipelineViewProps }) {
  const element = useRef<HTMLDivElement>(null)
  const mounted = useRef<MountedView | undefined>(undefined)
  const newest = useRef(props)
  const sent = useRef<PipelineViewProps>(undefined)
  newest.current = props
  useEffect(() => {
    if (element.current === null) return
    sent.current = newest.current
    const result = view.mount(element.current, newest.current) ?? {}
    const handle: MountedView = typeof result === 'function' ? { destroy: result } : result
    mounted.current = handle
    return () => {
      mounted.current = undefined
      handle.destroy?.()
    }
  }, [view])
  useEffect(() => {
    if (sent.current === props) return
    sent.current = props
    mounted.current?.update?.(props)
  }, [props])
  return <div ref={element} className="mr-custom-view" />
}

class Fence extends Component<{ children: ReactNode }, { error: string | undefined }> {
  override state = { error: undefined as string | undefined }

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error.message : String(error) }
  }

  override render() {
    if (this.state.error === undefined) return this.props.children
    return <FailedView error={this.state.error} />
  }
}

function FailedView({ error }: { readonly error: string }) {
  const t = useText()
  return (
    <EmptyState icon="mdi:alert-circle-outline" title={t.viewer.viewFailed}>
      {error}
    </EmptyState>
  )
}
