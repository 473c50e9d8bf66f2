// List filters that are saved under a name in the browser. A filter is a URL, so a bookmark does
// the same without JavaScript.

import { asset } from '../../../web/html/asset.ts'
import { html, type Html } from '../../../web/html/html.ts'

export const savedFiltersScript = asset('saved-filters', 'js')

/** Hidden until its script has loaded. */
export const savedFilters = (address: string, query: string): Html =>
  html`<details
    class="menu saved-filters"
    data-saved-filters="${address}"
    data-query="${query}"
    hidden
  >
    <summary class="button quiet">Saved filters</summary>
    <div>
      <p class="aside">Saved in this browser only.</p>
      <ul></ul>
      <form>
        <div class="field">
          <label for="saved-name">Name of the current filter</label>
          <input id="saved-name" name="name" maxlength="40" autocomplete="off" required />
        </div>
        <p class="press"><button class="button quiet" type="submit">Save this filter</button></p>
      </form>
    </div>
  </details>`
