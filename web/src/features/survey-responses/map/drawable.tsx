import { Component } from 'react'
import type { ReactNode } from 'react'

const tryWebGl = (): boolean => {
  try {
    const context = document.createElement('canvas').getContext('webgl2')
    // A browser keeps 16 contexts and warns about each further one.
    context?.getExtension('WEBGL_lose_context')?.loseContext()
    return context !== null
  } catch {
    return false
  }
}

let isDrawable: boolean | undefined

/** Whether the browser can draw with WebGL; tried once per page load. */
const canDraw = (): boolean => (isDrawable ??= tryWebGl())

interface DrawableProps {
  children: ReactNode
  /** What stands in its place. */
  instead?: ReactNode
}

/** A map, where the browser can draw one; words say everything that it shows. */
export class Drawable extends Component<DrawableProps, { failed: boolean }> {
  override state = { failed: !canDraw() }
  static getDerivedStateFromError = () => ({ failed: true })
  override render() {
    return this.state.failed ? this.props.instead : this.props.children
  }
}
