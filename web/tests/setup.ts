import { configureGlobal } from 'fast-check';

// The same cases each time: a change is judged by what it did, not by what was drawn. SEED=… draws
// others.
configureGlobal({ seed: Number(process.env['SEED'] ?? 1) });
