// Carries the precompiled headers that the test programs share; does nothing itself.
int main() { return 0; }
