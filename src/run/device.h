/* The seam to the CUDA executor: all that src/run knows of it. */
#ifndef RUN_DEVICE_H
#define RUN_DEVICE_H

#include "base/err.h"
#include "run/run.h"

/* Whether a GPU can be used now; the reason otherwise. */
bool device_available(char reason[256]);

/* Runs the prepared trace on the GPU. */
bool device_run(const struct run_spec *spec, struct trace *trace,
                struct err *err);

#endif
