// The types of `.dependency-cruiser.js`.

import type { ICruiseOptions, IFlattenedRuleSet } from 'dependency-cruiser'

declare const configuration: IFlattenedRuleSet & { readonly options: ICruiseOptions }
export default configuration
