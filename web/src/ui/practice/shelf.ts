/** The practice games of this browser. */
import { createShelf } from '../../device/shelf';

export const shelf = createShelf();
