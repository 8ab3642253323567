#pragma once

/// The commit this program was built from, or "unknown" outside a checkout.
const char *gatehouse_build_commit(void);
