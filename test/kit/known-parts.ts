// Runs axe-core on a page without the parts that an earlier page had in the same place.

/** These rules compute what is painted where, and have a separate check. */
export const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** Smaller parts are not worth remembering. */
const LEAST_ELEMENTS = 8

/** Judged where fingers press, at the width of a phone. It is off by default. */
const SIZE_RULE = 'target-size'
const PHONE_WIDTH = 390

/**
 * A part is identified by what axe-core's rules depend on: its HTML, the elements around it, what
 * is visible, what can be scrolled, and the texts that label it. Parts with headings or landmarks
 * are checked on every page, because their order and names depend on the others. On phones, sizes
 * are checked too. Style sheets are not fetched again.
 */
export const AUDIT = `async (knownBefore) => {
  const known = new Set(knownBefore)
  const isPhone = innerWidth === ${PHONE_WIDTH}
  const LABELS = ['aria-labelledby', 'aria-describedby', 'aria-controls', 'aria-owns', 'aria-activedescendant', 'for']
  const ON_ITS_OWN = 'h1, h2, h3, h4, h5, h6, header, footer, main, nav, aside, section, form, search, [role], [aria-level]'
  const LABELLING = LABELS.map((name) => '[' + name + ']').join()
  const textOf = (id) => document.getElementById(id)?.textContent
  const withLabels = (element) => [
    ...LABELS.flatMap((name) => element.getAttribute(name)?.split(/\\s+/) ?? []).map(textOf),
    ...[...(element.labels ?? [])].map(({ textContent }) => textContent),
  ].join()
  const states = new Map()
  const stateOf = (element) => {
    const { overflowX, overflowY } = getComputedStyle(element)
    const scrolls = overflowX + overflowY === 'visiblevisible' ? '' : [
      overflowX, overflowY,
      element.scrollWidth > element.clientWidth, element.scrollHeight > element.clientHeight,
    ].join()
    const labels = element.matches(LABELLING) || element.labels?.length > 0 ? withLabels(element) : ''
    return [element.checkVisibility({ visibilityProperty: true }) ? '+' : '-', scrolls, labels].join('')
  }
  const hashOf = (text) => {
    let [one, other] = [0xdeadbeef, 0x41c6ce57]
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index)
      one = Math.imul(one ^ code, 2654435761)
      other = Math.imul(other ^ code, 1597334677)
    }
    return (one >>> 0).toString(36) + (other >>> 0).toString(36)
  }
  const parts = []
  const exclude = []
  const visit = (element, path) => {
    const inside = [...element.querySelectorAll('*')]
    if (inside.length < ${LEAST_ELEMENTS}) return
    const isOnItsOwn = element.matches(ON_ITS_OWN) || element.querySelector(ON_ITS_OWN) !== null
    if (!isOnItsOwn) {
      const html = element.outerHTML.replaceAll(/prj_\\w+| aria-current="page"/g, '')
      const key = hashOf([isPhone, path, html, ...[element, ...inside].map((each) => states.get(each))].join('|'))
      if (known.has(key)) return void exclude.push(element)
      parts.push(key)
    }
    const around = path + element.cloneNode(false).outerHTML.replaceAll(/prj_\\w+/g, '')
    for (const child of element.children) visit(child, around)
  }
  for (const element of document.body.querySelectorAll('*')) states.set(element, stateOf(element))
  visit(document.body, '')
  const { violations } = await axe.run({ exclude }, {
    preload: false,
    resultTypes: ['violations'],
    rules: {
      ${COLOUR_RULES.map((rule) => `'${rule}': { enabled: false }`).join()},
      '${SIZE_RULE}': { enabled: isPhone },
    },
  })
  const referred = [...document.querySelectorAll(LABELLING)]
    .flatMap((element) => LABELS.flatMap((name) => element.getAttribute(name)?.split(/\\s+/) ?? []))
  const twice = [...new Set(referred)].filter((id) => document.querySelectorAll('[id="' + CSS.escape(id) + '"]').length > 1)
  if (twice.length > 0)
    violations.push({
      id: 'duplicate-id-aria', impact: 'critical', nodes: twice.map((id) => ({ html: id, failureSummary: 'names several elements' })),
    })
  return { violations, parts }
}`
