/* How each hazard is usually repaired: one sentence by kind, and for races by
 * where the two threads are. Names too. */
#include "analysis/report.h"
#include "base/say.h"

static const char *race_hint(const struct hazard *hazard)
{
    const struct hazard_place *a = &hazard->place[0], *b = &hazard->place[1];
    if (a->launch == b->launch && a->block != b->block)
        return N_("Hand values between blocks over by a release and an acquire "
               "(publish and poll), or end the kernel: its boundary orders all.");
    if (a->thread / WARP == b->thread / WARP)
        return N_("Put __syncthreads(), or __syncwarp() within a warp, between the "
               "two lines, outside of any branch; or use two buffers in turn.");
    return N_("Put __syncthreads() between the two lines, outside of any branch; "
           "or use two buffers in turn.");
}

static const char *stop_hint(uint32_t kind)
{
    switch (kind) {
    case STOP_BARRIER_DIVERGENCE:
        return N_("Take the barrier out of the branch, guard loads and stores "
               "instead, and let no thread return before the last barrier.");
    case STOP_SPIN:
        return N_("Number tiles on arrival, by an atomic counter, so that a tile "
               "waits only for tiles that have started.");
    case STOP_ARRAY_MISMATCH:
        return N_("Declare shared arrays in the order and length of the launch.");
    default:
        return N_("Look for the loop that never ends.");
    }
}

static const char *cover_hint(uint32_t detail)
{
    switch ((enum cover_fault)(detail >> 8)) {
    case FAULT_ORDER:
        return N_("The earlier inputs go first: op(left, right).");
    case FAULT_TWICE:
        return twice_hint(TWICE_UNKNOWN);
    case FAULT_MISSING:
        return N_("Follow the missing input from step to step: where it is lost, its "
               "value was not read, or too early, or from another place.");
    default:
        return N_("Follow the input that is too much back to the step that brought it "
               "in.");
    }
}

const char *twice_hint(enum twice_cause cause)
{
    switch (cause) {
    case TWICE_ITSELF:
        return N_("Let threads below the stride keep their value: here one is combined "
               "with itself.");
    case TWICE_NEWER:
        return N_("Read what the round before left, not what this one has written.");
    default:
        return N_("Follow the input that is counted twice back to the step in which its "
               "two ways meet.");
    }
}

const char *exclusive_hint(void)
{
    return N_("Leave the own input out: an exclusive result is the inclusive one of the "
           "place before.");
}

static const char *const hints[HAZARD_KINDS] = {
    [HAZARD_UNWRITTEN] = N_("Write every word that is read: padding gets the "
                         "identity, a second buffer its first values."),
    [HAZARD_RANGE] = N_("Guard the access by the array's length, or make the array "
                     "as long as the greatest index; multiply in 64 bits."),
    [HAZARD_MASK] = N_("Take the shuffle out of the branch, or form its mask by "
                    "__ballot_sync() before the branch."),
    [HAZARD_OUTPUT] = N_("Round the grid up, (n + B - 1) / B blocks, and start the "
                      "outputs at place 0: an exclusive scan gives places."),
    [HAZARD_STALE] = N_("Clear the status words before every run, or keep the "
                     "number of the run in them."),
    [HAZARD_WAIT] = N_("Number tiles on arrival, by an atomic counter, so that a "
                    "tile waits only for tiles that have started."),
    [HAZARD_OVERFLOW] = N_("Sum in a wider type (--type int64 or double), or in larger units."),
    [HAZARD_BANKS] = N_("Leave one word empty after every 32: i + i / 32."),
    [HAZARD_PADDING] = N_("Put each shift into brackets: + binds tighter than >>."),
    [HAZARD_DIVERGENCE] = N_("Let neighbouring threads be the active ones, so that "
                          "whole warps have nothing to do."),
};

const char *hint_for(const struct hazard *hazard)
{
    switch (hazard->kind) {
    case HAZARD_READ_WRITE: case HAZARD_WRITE_WRITE:
        return race_hint(hazard);
    case HAZARD_STOP:
        return stop_hint(hazard->detail);
    case HAZARD_COVER:
        return cover_hint(hazard->detail);
    default:
        return hazard->kind < HAZARD_KINDS && hints[hazard->kind]
                   ? hints[hazard->kind] : "";
    }
}

static const char *stop_name(uint32_t kind)
{
    switch (kind) {
    case STOP_BARRIER_DIVERGENCE: return "barrier-divergence";
    case STOP_SPIN: return "endless-wait";
    case STOP_ARRAY_MISMATCH: return "array-mismatch";
    default: return "endless-run";
    }
}

const char *hazard_name(const struct hazard *hazard)
{
    static const char *const names[HAZARD_KINDS] = {
        [HAZARD_READ_WRITE] = "read-write-race",
        [HAZARD_WRITE_WRITE] = "write-write-race",
        [HAZARD_UNWRITTEN] = "unwritten-read",
        [HAZARD_RANGE] = "index-out-of-range",
        [HAZARD_MASK] = "mask-and-lanes", [HAZARD_COVER] = "wrong-inputs",
        [HAZARD_OUTPUT] = "unwritten-output",
        [HAZARD_STALE] = "stale-status", [HAZARD_WAIT] = "wait-for-unstarted",
        [HAZARD_OVERFLOW] = "overflow", [HAZARD_BANKS] = "bank-conflict",
        [HAZARD_PADDING] = "dead-padding", [HAZARD_DIVERGENCE] = "divergence",
    };
    if (hazard->kind == HAZARD_STOP)
        return stop_name(hazard->detail);
    if (hazard->kind == HAZARD_MASK && hazard->detail == STOP_LANE_RANGE)
        return "lane-out-of-range";
    return hazard->kind < HAZARD_KINDS && names[hazard->kind]
               ? names[hazard->kind] : "hazard";
}

const char *hazard_rank_name(enum hazard_rank rank)
{
    return rank == RANK_ERROR ? "error"
           : rank == RANK_OVERFLOW ? "overflow" : "performance";
}
