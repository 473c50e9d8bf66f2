// Makes the driver of a started process as strict as Citus.

import { shardOf } from '../store/fake-citus.ts'
import { beStrict, isOfProduct } from '../store/strict-citus.ts'

beStrict({ shardOf, applies: isOfProduct })
